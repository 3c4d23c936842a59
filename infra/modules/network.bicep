metadata description = 'A virtual network for the app\'s own calls, and private endpoints for what it calls.'

@description('Name of the network.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('The storage account.')
param storageAccountId string

@description('The Cosmos DB account.')
param cosmosAccountId string

@description('The Azure OpenAI account.')
param openAiAccountId string

@description('The Azure Document Intelligence account. Empty: none.')
param readingAccountId string

var always = [
  { name: 'blob', group: 'blob', target: storageAccountId, zone: 'privatelink.blob.${environment().suffixes.storage}' }
  { name: 'queue', group: 'queue', target: storageAccountId, zone: 'privatelink.queue.${environment().suffixes.storage}' }
  { name: 'table', group: 'table', target: storageAccountId, zone: 'privatelink.table.${environment().suffixes.storage}' }
  { name: 'cosmos', group: 'Sql', target: cosmosAccountId, zone: 'privatelink.documents.azure.com' }
  { name: 'openai', group: 'account', target: openAiAccountId, zone: 'privatelink.openai.azure.com' }
]
var reading = [
  { name: 'reading', group: 'account', target: readingAccountId, zone: 'privatelink.cognitiveservices.azure.com' }
]
var endpoints = concat(always, empty(readingAccountId) ? [] : reading)

resource guard 'Microsoft.Network/networkSecurityGroups@2024-05-01' = {
  name: '${name}-nsg'
  location: location
  tags: tags
}

resource network 'Microsoft.Network/virtualNetworks@2024-05-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    addressSpace: {
      addressPrefixes: ['10.0.0.0/24']
    }
    subnets: [
      {
        name: 'app'
        properties: {
          addressPrefix: '10.0.0.0/26'
          networkSecurityGroup: {
            id: guard.id
          }
          delegations: [
            {
              name: 'flex-consumption'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: '10.0.0.64/27'
          networkSecurityGroup: {
            id: guard.id
          }
          privateEndpointNetworkPolicies: 'Enabled'
        }
      }
    ]
  }
}

resource zones 'Microsoft.Network/privateDnsZones@2024-06-01' = [for endpoint in endpoints: {
  name: endpoint.zone
  location: 'global'
  tags: tags
}]

resource links 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2024-06-01' = [for (endpoint, i) in endpoints: {
  parent: zones[i]
  name: 'orc'
  location: 'global'
  tags: tags
  properties: {
    registrationEnabled: false
    virtualNetwork: {
      id: network.id
    }
  }
}]

resource privateEndpoints 'Microsoft.Network/privateEndpoints@2024-05-01' = [for endpoint in endpoints: {
  name: '${name}-${endpoint.name}'
  location: location
  tags: tags
  properties: {
    subnet: {
      id: '${network.id}/subnets/endpoints'
    }
    privateLinkServiceConnections: [
      {
        name: endpoint.name
        properties: {
          privateLinkServiceId: endpoint.target
          groupIds: [endpoint.group]
        }
      }
    ]
  }
}]

resource zoneGroups 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-05-01' = [for (endpoint, i) in endpoints: {
  parent: privateEndpoints[i]
  name: 'default'
  properties: {
    privateDnsZoneConfigs: [
      {
        name: endpoint.name
        properties: {
          privateDnsZoneId: zones[i].id
        }
      }
    ]
  }
}]

@description('Subnet of the app. Known only once the names of what it calls resolve to private addresses.')
output appSubnetId string = '${network.id}/subnets/app'
